/** `{app}` stands for the app's name. A file for another language has the same keys. */
export const en = {
  headline: 'Open this in {app}',
  text: 'Get the app, and it opens right here the first time you start it.',
  copyButton: 'Copy link and get the app',
  copyOnlyButton: 'Copy link and continue',
  skipButton: 'Continue without copying',
  playButton: 'Get it on Google Play',
  onwardButton: 'Continue',
  openButton: 'Open {app}',
  browserButton: 'Continue in the browser',
  copyNote:
    'The copied link tells the app where to open. Nothing is copied unless you press the first button; iOS asks before the app may read it.',
  scanNote: 'Scan this with your phone to continue in the app.',
  notInStore: '{app} is not in this phone’s store.',
  inNoStore: '{app} is not in any store yet.',
  copied: 'Link copied. Opening the store…',
  notCopied: 'The link could not be copied. Opening the store…',
  copiedOnly: 'Link copied.',
  notCopiedOnly: 'The link could not be copied.',
  notOpened: 'The app did not open. It may not be installed.',
  leaveNote:
    'Nothing happens? Open this app’s menu (⋯ or ⋮) and choose “Open in browser”. Or copy the link and paste it into your browser.',
  leaveButton: 'Copy the link',
  addressCopied: 'Link copied. Paste it into your browser.',
  addressNotCopied: 'The link could not be copied. Here it is:',
  closeButton: 'Close',
  missingHeadline: 'This link leads nowhere',
  missingText: 'It may have been mistyped, or it opens only in an app. Ask whoever sent it.',
  endedHeadline: 'This link no longer works',
  endedText: 'It has expired or was turned off. Ask whoever sent it for a new one.',
  laterHeadline: 'This can’t be opened right now',
  laterText: 'Try again in a moment.',
  laterButton: 'Try again',
};

export type Texts = typeof en;
