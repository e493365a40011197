/**
 * The rules that requests must obey. {@link
 * org.touchpaper.bar.coallocation.validation.BookingRequestValidator} applies those that need only
 * the directory, with a validator for the times and one for each kind of part; {@link
 * org.touchpaper.bar.coallocation.validation.RunApplicationValidator} asks resource managers.
 */
@NullMarked
package org.touchpaper.bar.coallocation.validation;

import org.jspecify.annotations.NullMarked;
