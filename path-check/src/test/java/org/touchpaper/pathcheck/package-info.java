@NullMarked
package org.touchpaper.pathcheck;

import org.jspecify.annotations.NullMarked;
