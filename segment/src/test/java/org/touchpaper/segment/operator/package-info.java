/** Tests of what operators see. The services that have elements test commands. */
@NullMarked
package org.touchpaper.segment.operator;

import org.jspecify.annotations.NullMarked;
