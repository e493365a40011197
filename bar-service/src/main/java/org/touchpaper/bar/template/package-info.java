/**
 * Values of the booking form that users keep under a name. Start at {@link
 * org.touchpaper.bar.template.BookingTemplateService}.
 */
@NullMarked
package org.touchpaper.bar.template;

import org.jspecify.annotations.NullMarked;
