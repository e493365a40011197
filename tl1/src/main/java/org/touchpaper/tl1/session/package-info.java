/**
 * Conversations with network elements: {@link org.touchpaper.tl1.session.Tl1Session} for whatever
 * speaks TL1, {@link org.touchpaper.tl1.session.CliSession} for Cisco IOS over telnet. Both log in
 * and reconnect by themselves, never send a command twice, say {@code Unknown} as a value when
 * nobody can know whether a command was carried out, and show every line exchanged to a {@link
 * org.touchpaper.tl1.session.TranscriptSink}. Depends on {@code message} and {@code codec}.
 */
@NullMarked
package org.touchpaper.tl1.session;

import org.jspecify.annotations.NullMarked;
