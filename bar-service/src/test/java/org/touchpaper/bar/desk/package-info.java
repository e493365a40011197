/**
 * What the front door is tested with: a whole broker with scripted neighbours and a clock to turn
 * ({@link org.touchpaper.bar.desk.Desk}), and those who come to its door ({@link
 * org.touchpaper.bar.desk.Visitor}), who hold every answer to the OpenAPI document.
 */
@NullMarked
package org.touchpaper.bar.desk;

import org.jspecify.annotations.NullMarked;
