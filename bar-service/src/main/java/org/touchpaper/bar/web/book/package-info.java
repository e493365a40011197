/**
 * The page "Book". {@link org.touchpaper.bar.web.book.BookingForm} holds what was typed, and {@code
 * BookingFormParameters} is its form in URLs. {@code BookingFormMapper} maps it to a request, and
 * {@code BookingFormMessages} the services' refusals to sentences for people. No rule is here: the
 * services judge requests, and find the times that suit. Start at {@code BookingFormController}.
 */
@NullMarked
package org.touchpaper.bar.web.book;

import org.jspecify.annotations.NullMarked;
