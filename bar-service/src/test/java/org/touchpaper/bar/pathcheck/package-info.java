@NullMarked
package org.touchpaper.bar.pathcheck;

import org.jspecify.annotations.NullMarked;
