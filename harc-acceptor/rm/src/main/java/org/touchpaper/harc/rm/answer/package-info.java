/**
 * What a local scheduler of ours answered to each transaction: {@link
 * org.touchpaper.harc.rm.answer.Answers}, shared by all of them, so that a repeated request gets
 * the same answer and an abort is remembered before its prepare.
 */
@NullMarked
package org.touchpaper.harc.rm.answer;

import org.jspecify.annotations.NullMarked;
