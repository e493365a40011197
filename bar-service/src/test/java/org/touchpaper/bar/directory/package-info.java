/** Tests of {@code org.touchpaper.bar.directory}. */
@NullMarked
package org.touchpaper.bar.directory;

import org.jspecify.annotations.NullMarked;
