/**
 * The molecular dynamics engine: its installation from PyPI, the simulated system, and its process.
 */
@NullMarked
package org.touchpaper.lab.engine;

import org.jspecify.annotations.NullMarked;
