/** Tests of child processes. */
@NullMarked
package org.touchpaper.platform.process;

import org.jspecify.annotations.NullMarked;
