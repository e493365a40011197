@NullMarked
package org.touchpaper.bar.endhost;

import org.jspecify.annotations.NullMarked;
