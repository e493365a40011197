/** Settings of the demo network: data directory, ports, peers and services. */
@NullMarked
package org.touchpaper.demo.config;

import org.jspecify.annotations.NullMarked;
