/**
 * Conversations with network elements: {@link org.touchpaper.tl1.session.Tl1Session} for whatever
 * speaks TL1, {@link org.touchpaper.tl1.session.CliSession} for Cisco IOS. Both log in and
 * reconnect by themselves, later after each failure; never let a command be carried out twice; say
 * {@code Unknown} as a value when nobody can know whether it was; tell their {@link
 * org.touchpaper.tl1.session.SessionState} and {@link org.touchpaper.tl1.session.SessionEvent}s to
 * whoever watches ({@link org.touchpaper.tl1.session.ElementSession}); and show every line to a
 * {@link org.touchpaper.tl1.session.TranscriptSink}, of which {@link
 * org.touchpaper.tl1.session.Transcripts} keeps them for operators. Depends on {@code message},
 * {@code codec} and {@code transport}.
 */
@NullMarked
package org.touchpaper.tl1.session;

import org.jspecify.annotations.NullMarked;
