//! An organic certificate as submitted by a merchant, and its rules.

use crate::form::{FieldRefusal, at_most, one_line};

/// A certificate as submitted.
#[derive(Clone, Debug, Default)]
pub struct GivenCertificate {
    /// Path of the uploaded file.
    pub url: String,
    /// The merchant's name for the file; the last part of the path when empty.
    pub original_name: String,
    /// Whether the merchant uploaded this file as a certificate.
    pub is_own: bool,
}

/// A certificate that can be reviewed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedCertificate {
    /// Path of the uploaded file.
    pub url: String,
    /// The merchant's name for the file.
    pub original_name: String,
}

impl GivenCertificate {
    /// Checks the certificate.
    ///
    /// # Errors
    /// The merchant did not upload the file, or its name is too long.
    pub fn check(&self) -> Result<CheckedCertificate, FieldRefusal> {
        if !self.is_own {
            let text = "The certificate must be a file that you have uploaded";
            return Err(FieldRefusal::new("organicCertificate", text));
        }
        let name = one_line(&self.original_name);
        at_most("organicCertificate.originalName", "The name of the certificate", &name, 300)?;
        let last = self.url.rsplit('/').next().unwrap_or_default();
        let original_name = if name.is_empty() { last.to_owned() } else { name };
        Ok(CheckedCertificate { url: self.url.clone(), original_name })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_certificate_is_a_named_file_of_the_merchant() {
        let given = GivenCertificate {
            url: "/api/uploads/certificates/a/b.pdf".to_owned(),
            original_name: " Organic  2026.pdf ".to_owned(),
            is_own: true,
        };
        assert_eq!(given.check().unwrap().original_name, "Organic 2026.pdf");
        let unnamed = GivenCertificate { original_name: " ".to_owned(), ..given.clone() };
        assert_eq!(unnamed.check().unwrap().original_name, "b.pdf");
        let long = GivenCertificate { original_name: "x".repeat(301), ..given.clone() };
        let text = "The name of the certificate is too long: at most 300 characters";
        assert_eq!(long.check().unwrap_err().to_string(), text);
        let stolen = GivenCertificate { is_own: false, ..given };
        let text = "The certificate must be a file that you have uploaded";
        assert_eq!(stolen.check().unwrap_err().to_string(), text);
    }
}
