/**
 * Checks the path of each lightpath that this broker booked, when it becomes active and on request.
 * Start reading at {@link org.touchpaper.bar.pathcheck.PathCheckRunner}. {@code PathCheckPlan} and
 * {@code PathEvaluation} are pure.
 */
@NullMarked
package org.touchpaper.bar.pathcheck;

import org.jspecify.annotations.NullMarked;
