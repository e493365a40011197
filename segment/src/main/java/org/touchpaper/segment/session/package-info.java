/**
 * Sessions with a segment's elements, as configured: {@link
 * org.touchpaper.segment.session.ElementSessionSettingsResolver} derives endpoints, credentials and
 * timing from {@link org.touchpaper.segment.session.ElementProperties}, and keeps all transcripts.
 * Start reading there. Only services that have elements use this package. Only this package and
 * {@code operator} depend on element sessions.
 */
@NullMarked
package org.touchpaper.segment.session;

import org.jspecify.annotations.NullMarked;
