/** What operators are shown; what they may send is tested on the services that have elements. */
@NullMarked
package org.touchpaper.segment.operator;

import org.jspecify.annotations.NullMarked;
