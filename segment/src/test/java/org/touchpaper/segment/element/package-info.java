/** Tests of planning and executing; start at ElementPlanTest. */
@NullMarked
package org.touchpaper.segment.element;

import org.jspecify.annotations.NullMarked;
