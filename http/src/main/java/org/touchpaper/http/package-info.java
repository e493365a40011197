/**
 * What the JDK's HTTP client does not do by itself, for everybody who calls somebody: {@link
 * org.touchpaper.http.WholeAnswer}. Depends on the JDK and JSpecify alone, so that what is handed
 * to middleware stays small.
 */
@NullMarked
package org.touchpaper.http;

import org.jspecify.annotations.NullMarked;
