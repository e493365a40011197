/** Tests of the page Notifications. */
@NullMarked
package org.touchpaper.bar.web.notifications;

import org.jspecify.annotations.NullMarked;
