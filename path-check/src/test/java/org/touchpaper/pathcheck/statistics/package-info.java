@NullMarked
package org.touchpaper.pathcheck.statistics;

import org.jspecify.annotations.NullMarked;
