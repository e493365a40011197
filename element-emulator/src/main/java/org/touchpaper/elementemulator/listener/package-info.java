/**
 * Network access to emulated elements over TCP, telnet, TLS and SSH. Start at {@link
 * org.touchpaper.elementemulator.listener.ElementListener}. Depends on {@code config} and Apache
 * MINA SSHD.
 */
@NullMarked
package org.touchpaper.elementemulator.listener;

import org.jspecify.annotations.NullMarked;
