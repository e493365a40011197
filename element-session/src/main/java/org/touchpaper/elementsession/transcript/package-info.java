/**
 * Transcripts of element sessions, with passwords masked: recent lines in memory, and files on
 * disk. Start at {@link org.touchpaper.elementsession.transcript.TranscriptStore}. Depends on the
 * {@code message} and {@code codec} packages of TL1.
 */
@NullMarked
package org.touchpaper.elementsession.transcript;

import org.jspecify.annotations.NullMarked;
