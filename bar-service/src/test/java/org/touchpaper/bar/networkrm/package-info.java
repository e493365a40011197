@NullMarked
package org.touchpaper.bar.networkrm;

import org.jspecify.annotations.NullMarked;
