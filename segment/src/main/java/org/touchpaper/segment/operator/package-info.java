/**
 * What the operator of a segment's elements sees and may do, the same in every segment service:
 * which elements there are and how their sessions stand, what each should hold beside what it reads
 * as, the alarms it told, its transcript as it grows, and one command by hand. Start reading at
 * {@link org.touchpaper.segment.operator.ElementDesk}; {@code ElementController} serves it to
 * people with the role operator or admin below {@code /api/v1/elements}, and for looking alone to
 * peers with the role holder below {@code /elements}. A service imports {@link
 * org.touchpaper.segment.operator.OperatorConfiguration} and provides a bean {@link
 * org.touchpaper.segment.operator.OperatedElements}. Beside {@code access} it alone in this module
 * knows {@code tl1}.
 */
@NullMarked
package org.touchpaper.segment.operator;

import org.jspecify.annotations.NullMarked;
