import { phrases } from './phrase.ts'

/** Links by which files are put and read. None of these sentences repeats anything of a link or a file. */
export const fileLinkTexts = phrases({
  badUpload: {
    en: 'This link does not work, or not any more: a link to put a file is good for 15 minutes, and until its document is ready. If it is not, start the upload again.',
    de: 'Dieser Link funktioniert nicht oder nicht mehr: Ein Link zum Hochladen gilt 15 Minuten, und bis das Dokument bereit ist. Ist es das nicht, beginnen Sie den Upload noch einmal.',
  },
  badDownload: {
    en: 'This link does not work, or not any more: a link to a file is good for 5 minutes. Ask for the download again. If a new link does not work either, the file is missing: tell whoever runs this server.',
    de: 'Dieser Link funktioniert nicht oder nicht mehr: Ein Link zu einer Datei gilt 5 Minuten. Fordern Sie den Download noch einmal an. Funktioniert auch ein neuer Link nicht, fehlt die Datei: Sagen Sie es denen, die diesen Server betreiben.',
  },
  uploaded: {
    en: 'A file was put by this link already, and each link takes one. Finish the upload, or start another one.',
    de: 'Mit diesem Link wurde schon eine Datei hochgeladen, und jeder Link nimmt nur eine. Schließen Sie den Upload ab, oder beginnen Sie einen neuen.',
  },
  needsLength: {
    en: 'Send the whole file in one request, with its size in Content-Length and without Transfer-Encoding.',
    de: 'Senden Sie die ganze Datei in einer Anfrage, mit ihrer Größe in Content-Length und ohne Transfer-Encoding.',
  },
  otherSize: {
    en: 'The size is not the one that was announced. Send exactly the file and the headers of the upload, or start another one.',
    de: 'Die Größe ist nicht die angekündigte. Senden Sie genau die Datei und die Header des Uploads, oder beginnen Sie einen neuen.',
  },
  otherType: {
    en: 'The Content-Type is not the one that was announced. Send exactly the headers of the upload.',
    de: 'Der Content-Type ist nicht der angekündigte. Senden Sie genau die Header des Uploads.',
  },
  tooSlow: {
    en: 'The file took too long: nothing of it may be waited for longer than 10 seconds, and all of it must come while the link is good. Start the upload again.',
    de: 'Die Datei kam zu langsam: Auf kein Stück wird länger als 10 Sekunden gewartet, und sie muss ganz kommen, solange der Link gilt. Beginnen Sie den Upload noch einmal.',
  },
  tooMany: {
    en: 'Too many files are under way. Try again in a moment.',
    de: 'Zu viele Dateien sind unterwegs. Versuchen Sie es gleich noch einmal.',
  },
  outOfRange: {
    en: 'The file has no such range of bytes. Ask for all of it.',
    de: 'Die Datei hat keinen solchen Bereich von Bytes. Fordern Sie sie ganz an.',
  },
})
