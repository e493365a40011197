@NullMarked
package org.touchpaper.bar.resource;

import org.jspecify.annotations.NullMarked;
