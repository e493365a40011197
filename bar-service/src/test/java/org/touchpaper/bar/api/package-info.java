/** Tests of the REST API from a client's view; start at {@code BookingApiTest}. */
@NullMarked
package org.touchpaper.bar.api;

import org.jspecify.annotations.NullMarked;
