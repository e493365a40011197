/**
 * The page Notifications: mail, webhooks and the calendar feed of the user who is logged in. All
 * rules are in the packages {@code notification}, {@code webhook} and {@code calendar}.
 */
@NullMarked
package org.touchpaper.bar.web.notifications;

import org.jspecify.annotations.NullMarked;
