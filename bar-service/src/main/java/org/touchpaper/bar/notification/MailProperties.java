package org.touchpaper.bar.notification;

import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;

/**
 * Mail, under {@code touchpaper.bar.mail}. The server is Spring's {@code spring.mail.host}; without
 * it no mail is sent.
 *
 * @param from the sender's address; if empty, touchpaper at the host of {@code touchpaper.bar.url}
 */
@ConfigurationProperties("touchpaper.bar.mail")
record MailProperties(@DefaultValue("") String from) {}
