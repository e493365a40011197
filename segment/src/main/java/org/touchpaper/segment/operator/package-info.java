/**
 * The operator interface to a segment's elements, the same in every segment service: sessions,
 * expected and actual configuration, alarms, transcripts, and commands. Start reading at {@link
 * org.touchpaper.segment.operator.ElementOperations}. {@code ElementApiController} serves it under
 * {@code /api/v1/elements} to the roles operator and admin, and read-only under {@code /elements}
 * to peers with the role holder. A service imports {@link
 * org.touchpaper.segment.operator.OperatorConfiguration} and provides a bean {@link
 * org.touchpaper.segment.operator.OperatedElements}. Only this package and {@code session} depend
 * on element sessions; only this one depends on {@code tl1}.
 */
@NullMarked
package org.touchpaper.segment.operator;

import org.jspecify.annotations.NullMarked;
