package org.touchpaper.harc.protocol;

/**
 * The actions requested of one resource manager, all or nothing: Make, Modify and Cancel as text
 * that is opaque to everything between client and resource manager.
 *
 * @param resourceManager the resource manager that receives them
 * @param text the actions, byte for byte as the client wrote them
 */
public record ResourceManagerActions(String resourceManager, String text) {}
