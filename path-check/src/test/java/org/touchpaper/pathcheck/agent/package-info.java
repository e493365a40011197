@NullMarked
package org.touchpaper.pathcheck.agent;

import org.jspecify.annotations.NullMarked;
