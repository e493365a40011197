/**
 * Booking requests as callers make them, before a transaction exists. Depends on no other package
 * of {@code coallocation}.
 */
@NullMarked
package org.touchpaper.bar.coallocation.request;

import org.jspecify.annotations.NullMarked;
