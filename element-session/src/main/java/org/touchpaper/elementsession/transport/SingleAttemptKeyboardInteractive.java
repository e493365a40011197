package org.touchpaper.elementsession.transport;

import java.io.IOException;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractive;
import org.apache.sshd.client.auth.keyboard.UserAuthKeyboardInteractiveFactory;
import org.apache.sshd.client.session.ClientSession;
import org.jspecify.annotations.Nullable;

/**
 * Keyboard-interactive authentication (RFC 4256) that sends a password once and prevents other
 * methods from sending it again: an element may count each attempt towards locking the account.
 */
final class SingleAttemptKeyboardInteractive extends UserAuthKeyboardInteractive {

  private boolean isPasswordSent;

  static final class Factory extends UserAuthKeyboardInteractiveFactory {
    @Override
    public UserAuthKeyboardInteractive createUserAuth(ClientSession session) throws IOException {
      return new SingleAttemptKeyboardInteractive();
    }
  }

  /** Requests no prompt that could not be answered. */
  @Override
  protected boolean sendAuthDataRequest(ClientSession session, String service) throws Exception {
    return !isPasswordSent && super.sendAuthDataRequest(session, service);
  }

  /** A prompt for something else leaves the password for a later prompt. */
  @Override
  protected boolean useCurrentPassword(
      ClientSession session,
      @Nullable String password,
      String name,
      String instruction,
      String lang,
      String[] prompt,
      boolean[] echo) {
    if (!super.useCurrentPassword(session, password, name, instruction, lang, prompt, echo)) {
      return false;
    }
    SshTransport.markPasswordSent(session);
    session.removePasswordIdentity(password);
    isPasswordSent = true;
    return true;
  }
}
