import type { Texts } from './en.ts';

export const de: Texts = {
  headline: 'In {app} öffnen',
  text: 'Hol dir die App. Beim ersten Start öffnet sie genau diese Stelle.',
  copyButton: 'Link kopieren und App holen',
  copyOnlyButton: 'Link kopieren und weiter',
  skipButton: 'Ohne Kopieren weiter',
  playButton: 'Bei Google Play laden',
  onwardButton: 'Weiter',
  openButton: '{app} öffnen',
  browserButton: 'Im Browser weiter',
  copyNote:
    'Am kopierten Link erkennt die App, was sie öffnen soll. Kopiert wird nur, wenn du den ersten Knopf drückst. iOS fragt dich, bevor die App ihn lesen darf.',
  scanNote: 'Scanne den Code mit deinem Handy, dann geht es in der App weiter.',
  notInStore: '{app} gibt es nicht im Store dieses Handys.',
  inNoStore: '{app} gibt es noch in keinem Store.',
  copied: 'Link kopiert. Weiter zum Store …',
  notCopied: 'Der Link ließ sich nicht kopieren. Weiter zum Store …',
  copiedOnly: 'Link kopiert.',
  notCopiedOnly: 'Der Link ließ sich nicht kopieren.',
  notOpened: 'Die App ging nicht auf. Vielleicht ist sie nicht installiert.',
  leaveNote:
    'Nichts passiert? Öffne das Menü dieser App (⋯ oder ⋮) und wähle „Im Browser öffnen“. Oder kopiere den Link und füge ihn in deinen Browser ein.',
  leaveButton: 'Link kopieren',
  addressCopied: 'Link kopiert. Füge ihn in deinen Browser ein.',
  addressNotCopied: 'Der Link ließ sich nicht kopieren. Hier ist er:',
  closeButton: 'Schließen',
  missingHeadline: 'Dieser Link führt nirgendwohin',
  missingText:
    'Vielleicht ist er falsch abgetippt, oder er öffnet sich nur in einer App. Frag nach, wer ihn geschickt hat.',
  endedHeadline: 'Dieser Link ist abgelaufen',
  endedText: 'Er ist nicht mehr gültig oder wurde abgeschaltet. Bitte um einen neuen Link.',
  laterHeadline: 'Das lässt sich gerade nicht öffnen',
  laterText: 'Versuch es gleich noch einmal.',
  laterButton: 'Noch einmal versuchen',
};
