import type { Texts } from './en.ts';

export const es: Texts = {
  headline: 'Ábrelo en {app}',
  text: 'Descarga la app: la primera vez que la inicies, se abrirá justo aquí.',
  copyButton: 'Copiar enlace y descargar la app',
  skipButton: 'Continuar sin copiar',
  playButton: 'Descargar en Google Play',
  openButton: 'Abrir {app}',
  browserButton: 'Continuar en el navegador',
  copyNote:
    'El enlace copiado le indica a la app qué debe abrir. No se copia nada si no pulsas el primer botón; iOS te pregunta antes de que la app pueda leerlo.',
  scanNote: 'Escanea el código con tu móvil para continuar en la app.',
  notInStore: '{app} no está en la tienda de este móvil.',
  inNoStore: '{app} todavía no está en ninguna tienda.',
  copied: 'Enlace copiado. Vamos a la tienda…',
  notCopied: 'No se pudo copiar el enlace. Vamos a la tienda…',
  notOpened: 'La app no se abrió. Puede que no esté instalada.',
  missingHeadline: 'Este enlace no lleva a ninguna parte',
  missingText: 'Quizá esté mal escrito o solo se abra en una app. Pregunta a quien te lo envió.',
  endedHeadline: 'Este enlace ha caducado',
  endedText: 'Ya no es válido o se ha desactivado. Pide uno nuevo a quien te lo envió.',
  laterHeadline: 'Ahora mismo no se puede abrir',
  laterText: 'Inténtalo de nuevo en un momento.',
  laterButton: 'Intentar de nuevo',
};
