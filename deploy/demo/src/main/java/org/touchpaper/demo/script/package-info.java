/**
 * What {@code ./touchpaper demo} does and how it knows that it worked. {@link
 * org.touchpaper.demo.script.Demo} is the script; all it learns of the running network it learns by
 * asking the {@link org.touchpaper.demo.script.World} a {@link
 * org.touchpaper.demo.script.Question}, so that a run can be recorded and replayed with one answer
 * altered: every check must then fail. {@link org.touchpaper.demo.script.Checks} decides the exit
 * status.
 */
@NullMarked
package org.touchpaper.demo.script;

import org.jspecify.annotations.NullMarked;
