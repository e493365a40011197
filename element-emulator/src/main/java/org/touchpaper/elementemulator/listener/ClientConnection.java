package org.touchpaper.elementemulator.listener;

import org.touchpaper.elementemulator.config.TransportProtocol;
import org.touchpaper.elementsession.transport.DuplexStream;

/** One client connection of an emulated element. */
public record ClientConnection(
    DuplexStream stream, TransportProtocol protocol, boolean isInteractive) {}
