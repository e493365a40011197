@NullMarked
package org.touchpaper.http;

import org.jspecify.annotations.NullMarked;
