/**
 * Configuring network elements: what a driver must offer ({@link
 * org.touchpaper.segment.element.ElementDriver}), which {@link
 * org.touchpaper.segment.element.Item}s shall be on which element, and how the difference is
 * carried out: read, compare, write, read again (DESIGN decision 8). Start reading at
 * ElementDriver. Knows nothing of databases, services or vendors.
 *
 * <p>The rules, learned from what earlier projects got wrong, and who keeps each of them:
 *
 * <ol>
 *   <li>Names are made of the circuit's id and epoch alone: {@link
 *       org.touchpaper.segment.element.CircuitName}.
 *   <li>Read before writing; what is there and ours is done, what is there and foreign is a
 *       conflict that names its holder: {@link org.touchpaper.segment.element.ElementPlan}.
 *   <li>Only what reads as ours is deleted, what was made last first; across a chain, a half-done
 *       one is undone from its last element back: {@link org.touchpaper.segment.element.Circuits}.
 *   <li>An answer that did not come is {@link org.touchpaper.segment.element.Outcome.Unknown}:
 *       read, never sent again; what reads as not done may yet be, for as long as an element may be
 *       busy, so nothing is set up for {@code touchpaper.segment.in-doubt-for}: ElementWork. A
 *       process that dies among its commands waits as long when it is back: {@code
 *       segment_connection.working} and {@code settle_until}. What shall be down and reads as ours
 *       is taken down meanwhile, and looked for again afterwards; but a delete in doubt is not sent
 *       again either, for it may yet hit what comes in its place.
 *   <li>Of acknowledgements, NA is unknown, NG a denial, RL not sent (the session, in {@code tl1}).
 *   <li>After a new session what the old one was sent may still have effects: the same wait.
 *   <li>One write at a time on an element, seven commands at most outstanding (the session).
 *   <li>COMPLD is an acceptance: what was written is read back before a circuit is called up, what
 *       does not read back, or cannot be read, is in doubt, made or deleted; and whatever an
 *       element says in part is not read at all.
 *   <li>Reports of changes and alarms are {@link org.touchpaper.segment.element.Hint}s to read.
 * </ol>
 */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
