/**
 * Setting up and taking down circuits: which jobs are due, which items they need, and their
 * execution on the elements. Start reading at {@link
 * org.touchpaper.segment.provisioning.CircuitProvisioner}. Builds on {@code reservation}, {@code
 * inventory} and {@code element}.
 */
@NullMarked
package org.touchpaper.segment.provisioning;

import org.jspecify.annotations.NullMarked;
