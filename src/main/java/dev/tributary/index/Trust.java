package dev.tributary.index;

import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManager;
import javax.net.ssl.TrustManagerFactory;

/** Trusts servers that certain certificates vouch for, and no others. */
final class Trust {
  private Trust() {}

  static SSLContext context(List<X509Certificate> trusted) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(null, managers(trusted), null);
      return context;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("this Java cannot make TLS connections", e);
    }
  }

  static TrustManager[] managers(List<X509Certificate> trusted) {
    try {
      KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
      store.load(null, null);
      for (X509Certificate certificate : trusted) {
        store.setCertificateEntry(String.valueOf(store.size()), certificate);
      }
      TrustManagerFactory factory =
          TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
      factory.init(store);
      return factory.getTrustManagers();
    } catch (GeneralSecurityException | IOException e) {
      throw new IllegalStateException("this Java cannot check certificates", e);
    }
  }
}
