/**
 * What the JDK's HTTP client does not do by itself, for everybody who calls somebody: an exchange
 * that ends ({@link org.touchpaper.http.WholeAnswer}), and a name that stays one segment of a path
 * ({@link org.touchpaper.http.PathSegment}). Depends on the JDK and JSpecify alone, so that what is
 * handed to middleware stays small.
 */
@NullMarked
package org.touchpaper.http;

import org.jspecify.annotations.NullMarked;
