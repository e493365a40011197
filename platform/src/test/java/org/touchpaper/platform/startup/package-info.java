@NullMarked
package org.touchpaper.platform.startup;

import org.jspecify.annotations.NullMarked;
