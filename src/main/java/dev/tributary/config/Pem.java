package dev.tributary.config;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.List;
import java.util.Optional;

/** A file of certificates, as authorities hand them out. */
final class Pem {
  private static final String NONE =
      "holds no certificate in PEM, with -----BEGIN CERTIFICATE-----: ";

  private Pem() {}

  static Optional<List<X509Certificate>> read(Scalar scalar, Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      List<X509Certificate> certificates =
          CertificateFactory.getInstance("X.509").generateCertificates(in).stream()
              .map(X509Certificate.class::cast)
              .toList();
      if (!certificates.isEmpty()) {
        return Optional.of(certificates);
      }
      scalar.problem(NONE + "it is empty");
    } catch (CertificateException e) {
      scalar.problem(NONE + e.getMessage());
    } catch (IOException e) {
      scalar.problem("cannot be read: " + e.getMessage());
    }
    return Optional.empty();
  }
}
