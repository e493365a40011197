@NullMarked
package org.touchpaper.pathcheck.stamp;

import org.jspecify.annotations.NullMarked;
