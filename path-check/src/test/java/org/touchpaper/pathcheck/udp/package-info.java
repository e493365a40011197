@NullMarked
package org.touchpaper.pathcheck.udp;

import org.jspecify.annotations.NullMarked;
