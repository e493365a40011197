/**
 * Configuring network elements: the driver interface ({@link
 * org.touchpaper.segment.element.ElementDriver}), the {@link
 * org.touchpaper.segment.element.ConfigItem}s wanted on each element, and how differences are
 * applied: read, compare, write, read again (DESIGN decision 8). Start reading at ElementDriver.
 * Depends on no database, service or vendor.
 *
 * <p>The rules, and the class that enforces each:
 *
 * <ol>
 *   <li>A name is derived from the circuit's id and epoch alone: {@link
 *       org.touchpaper.segment.element.CircuitNameFormat}.
 *   <li>Read before writing. An item of ours that is present is done; a foreign one is a conflict
 *       that names its holder: {@link org.touchpaper.segment.element.ElementEditPlan}.
 *   <li>Only items that read as ours are deleted, the last created first; a partial circuit is
 *       undone from its last element back: {@link org.touchpaper.segment.element.CircuitExecutor}.
 *   <li>A missing answer is {@link org.touchpaper.segment.element.EditOutcome.Unknown}: the element
 *       is read, the command is not resent. If it reads as not done, it may still be done, so
 *       nothing is set up for {@code touchpaper.segment.uncertain-effect-timeout}:
 *       ElementEditExecutor. A process that dies during commands waits as long after its restart:
 *       {@code commands_in_flight} and {@code uncertain_until} of {@code segment_connection}. Items
 *       to be removed that read as ours are deleted meanwhile, and read again afterwards; but a
 *       delete of unknown outcome is not resent, since it could hit a successor in the same place.
 *   <li>Of acknowledgments, NA means unknown, NG denied, RL not sent (the session, in {@code tl1}).
 *   <li>After a new session, commands of the old one may still take effect: the same wait.
 *   <li>One write at a time on an element, at most seven commands outstanding (the session).
 *   <li>COMPLD is an acceptance. Every write is read back before a circuit counts as up; what does
 *       not read back, or cannot be read, is uncertain, created or deleted. Partial answers are not
 *       used.
 *   <li>Reports of changes and alarms are {@link org.touchpaper.segment.element.ElementEvent}s:
 *       reasons to read.
 * </ol>
 */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
