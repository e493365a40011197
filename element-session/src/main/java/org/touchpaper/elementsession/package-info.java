/**
 * Sessions with network elements: {@link org.touchpaper.elementsession.Tl1Session} for TL1, {@link
 * org.touchpaper.elementsession.CliSession} for Cisco IOS. Start at {@link
 * org.touchpaper.elementsession.ElementSession}, which both implement; NETCONF has a package of its
 * own. {@link org.touchpaper.elementsession.connection.ReconnectingSession} is what all three
 * share. Sessions log in and reconnect on their own, with backoff after failures. They never carry
 * out a command twice; the outcome {@code Unknown} means that it may or may not have been carried
 * out. Operators see the session's {@link org.touchpaper.elementsession.connection.SessionState},
 * its {@link org.touchpaper.elementsession.connection.SessionEvent}s, and every line that is
 * exchanged, in a {@link org.touchpaper.elementsession.transcript.TranscriptSink}. Depends on
 * {@code connection}, {@code transcript}, {@code transport} and the {@code message} and {@code
 * codec} packages of TL1.
 */
@NullMarked
package org.touchpaper.elementsession;

import org.jspecify.annotations.NullMarked;
