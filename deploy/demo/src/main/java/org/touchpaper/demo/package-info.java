/** The launcher and the demo. */
@NullMarked
package org.touchpaper.demo;

import org.jspecify.annotations.NullMarked;
