package org.touchpaper.harc.commit;

/**
 * What one resource manager is asked to do, all or nothing: Make, Modify and Cancel as text that
 * nobody between the client and the resource manager looks into or changes.
 *
 * @param resourceManager whom they are for
 * @param text the actions, byte for byte as the client wrote them
 */
public record Actions(String resourceManager, String text) {}
